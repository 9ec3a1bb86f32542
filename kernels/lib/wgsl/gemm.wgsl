// C = alpha A B + beta C for row-major C. A workgroup makes a block of C, an invocation some squares of
// 4 x 4 elements, FAR quads apart, in steps of STEP along K. Half of the invocations bring the next step's part of A, the
// others that of B, while all multiply what is in the workgroup's memory. Both parts lie there with K
// running over rows, so that a step reads two or four vectors a lane and nothing conflicts: a
// subgroup of 32 is 8 lanes along N and 4 along M.
const BLOCK = $BLOCK;
const STEP = $STEP;
const QUADS = BLOCK / 4u;
const FAR = 16u;
const A_BY_K = $a_by_k; // elements of A that follow each other differ in k, else in m
const B_BY_K = $b_by_k;
const WHOLE = $whole; // no block or step is cut off

struct Params {
    m: u32,
    n: u32,
    k: u32,
    lda: u32, // in units of E
    ldb: u32,
    ldc: u32,
    alpha: f32,
    beta: f32,
    // Blocks of a long side are cut into layers of so many; 0: of this side there is one.
    layer_x: u32,
    layer_y: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> a: array<E>;
@group(0) @binding(2) var<storage, read> b: array<E>;
@group(0) @binding(3) var<storage, read_write> c: array<E>;

var<workgroup> part_a: array<array<vec4<f32>, QUADS>, STEP>;
var<workgroup> part_b: array<array<vec4<f32>, QUADS>, STEP>;

// 4 x 4 elements as they lie in memory.
struct Square {
    r0: vec4<T>,
    r1: vec4<T>,
    r2: vec4<T>,
    r3: vec4<T>,
}

// How many of `4` elements from `at` on lie before `end`.
fn left(at: u32, end: u32) -> u32 {
    return min(max(end, at) - at, 4u);
}

// Rows `row` to `row + 3` of a matrix in memory, four columns from `column` on; zero outside. Inside
// says that nothing is.
fn square_of_a(row: u32, column: u32, rows: u32, columns: u32, inside: bool) -> Square {
    let i = row * params.lda + column / UNIT;
    if (inside) {
        return Square(a_four(i), a_four(i + params.lda), a_four(i + 2u * params.lda),
                      a_four(i + 3u * params.lda));
    }
    let n = left(column, columns);
    return Square(a_some(i, select(0u, n, row < rows)),
                  a_some(i + params.lda, select(0u, n, row + 1u < rows)),
                  a_some(i + 2u * params.lda, select(0u, n, row + 2u < rows)),
                  a_some(i + 3u * params.lda, select(0u, n, row + 3u < rows)));
}
fn square_of_b(row: u32, column: u32, rows: u32, columns: u32, inside: bool) -> Square {
    let i = row * params.ldb + column / UNIT;
    if (inside) {
        return Square(b_four(i), b_four(i + params.ldb), b_four(i + 2u * params.ldb),
                      b_four(i + 3u * params.ldb));
    }
    let n = left(column, columns);
    return Square(b_some(i, select(0u, n, row < rows)),
                  b_some(i + params.ldb, select(0u, n, row + 1u < rows)),
                  b_some(i + 2u * params.ldb, select(0u, n, row + 2u < rows)),
                  b_some(i + 3u * params.ldb, select(0u, n, row + 3u < rows)));
}

// The place of an invocation's square in a part: in quads across (x) and along K (y). Where memory
// runs along K, 8 lanes across by 4 along K share whole sectors and store without conflicts.
fn place_of(l: u32, by_k: bool) -> vec2<u32> {
    if (by_k) {
        let rest = l / 32u;
        return vec2(l % 8u + rest % (QUADS / 8u) * 8u, l / 8u % 4u + rest / (QUADS / 8u) * 4u);
    }
    return vec2(l % QUADS, l / QUADS);
}

fn fetch(of_a: bool, place: vec2<u32>, block: u32, k: u32) -> Square {
    let across = block + place.x * 4u;
    let along = k + place.y * 4u;
    let ends = k + STEP <= params.k;
    if (of_a) {
        let inside = ends && block + BLOCK <= params.m;
        if (A_BY_K) {
            return square_of_a(across, along, params.m, params.k, inside);
        }
        return square_of_a(along, across, params.k, params.m, inside);
    }
    let inside = ends && block + BLOCK <= params.n;
    if (B_BY_K) {
        return square_of_b(across, along, params.n, params.k, inside);
    }
    return square_of_b(along, across, params.k, params.n, inside);
}

fn put(row: u32, column: u32, v: vec4<f32>) {
    let n = select(left(column, params.n), 4u, WHOLE);
    if (!WHOLE && (row >= params.m || n == 0u)) {
        return;
    }
    let i = row * params.ldc + column / UNIT;
    if (params.beta == 0.0) {
        c_put(i, n, params.alpha * v);
    } else {
        c_put(i, n, params.alpha * v + params.beta * c_get(i, n));
    }
}

@compute @workgroup_size(256)
fn main(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let group = id.xy + id.z * vec2(params.layer_x, params.layer_y);
    let x = t % 8u + t / 32u % 2u * 8u;
    let y = t / 8u % 4u + t / 64u * 4u;
    let of_a = t < 128u;
    var place: vec2<u32>;
    if (of_a) {
        place = place_of(t, A_BY_K);
    } else {
        place = place_of(t - 128u, B_BY_K);
    }
    let block = select(group.x, group.y, of_a) * BLOCK;
$each(p, SIDES)
$each(q, SIDES)
$each(r, 4)
    var sum${p}x${q}r$r: vec4<f32>;
$end
$end
$end
    // The part that is brought: where it is in A or B, and four vectors of it. Nothing is done to them before
    // they are stored, after the sums of a step: that would wait for memory.
    var k_brought = 0u;
    var ia = select(place.y * 4u * params.lda + block / 4u + place.x,
                    (block + place.x * 4u) * params.lda + place.y, A_BY_K);
    var ib = select(place.y * 4u * params.ldb + block / 4u + place.x,
                    (block + place.x * 4u) * params.ldb + place.y, B_BY_K);
    var p0: vec4<T>;
    var p1: vec4<T>;
    var p2: vec4<T>;
    var p3: vec4<T>;
$bring
    for (var k = 0u; k < params.k; k += STEP) {
        let row = place.y * 4u;
        if (of_a) {
            if (A_BY_K) {
                part_a[row][place.x] = vec4<f32>(vec4(p0.x, p1.x, p2.x, p3.x));
                part_a[row + 1u][place.x] = vec4<f32>(vec4(p0.y, p1.y, p2.y, p3.y));
                part_a[row + 2u][place.x] = vec4<f32>(vec4(p0.z, p1.z, p2.z, p3.z));
                part_a[row + 3u][place.x] = vec4<f32>(vec4(p0.w, p1.w, p2.w, p3.w));
            } else {
                part_a[row][place.x] = vec4<f32>(p0);
                part_a[row + 1u][place.x] = vec4<f32>(p1);
                part_a[row + 2u][place.x] = vec4<f32>(p2);
                part_a[row + 3u][place.x] = vec4<f32>(p3);
            }
        } else {
            if (B_BY_K) {
                part_b[row][place.x] = vec4<f32>(vec4(p0.x, p1.x, p2.x, p3.x));
                part_b[row + 1u][place.x] = vec4<f32>(vec4(p0.y, p1.y, p2.y, p3.y));
                part_b[row + 2u][place.x] = vec4<f32>(vec4(p0.z, p1.z, p2.z, p3.z));
                part_b[row + 3u][place.x] = vec4<f32>(vec4(p0.w, p1.w, p2.w, p3.w));
            } else {
                part_b[row][place.x] = vec4<f32>(p0);
                part_b[row + 1u][place.x] = vec4<f32>(p1);
                part_b[row + 2u][place.x] = vec4<f32>(p2);
                part_b[row + 3u][place.x] = vec4<f32>(p3);
            }
        }
        workgroupBarrier();
        if (k + STEP < params.k) {
$bring
        }
$each(k, STEP)
        {
$each(p, SIDES)
            let a$p = part_a[$k][y + $p * FAR];
            let b$p = part_b[$k][x + $p * FAR];
$end
$each(p, SIDES)
$each(q, SIDES)
            sum${p}x${q}r0 = fma(vec4(a$p.x), b$q, sum${p}x${q}r0);
            sum${p}x${q}r1 = fma(vec4(a$p.y), b$q, sum${p}x${q}r1);
            sum${p}x${q}r2 = fma(vec4(a$p.z), b$q, sum${p}x${q}r2);
            sum${p}x${q}r3 = fma(vec4(a$p.w), b$q, sum${p}x${q}r3);
$end
$end
        }
$end
        workgroupBarrier();
    }
    let row = group.y * BLOCK + y * 4u;
    let column = group.x * BLOCK + x * 4u;
$each(p, SIDES)
$each(q, SIDES)
$each(r, 4)
    put(row + $p * FAR * 4u + $r, column + $q * FAR * 4u, sum${p}x${q}r$r);
$end
$end
$end
}
