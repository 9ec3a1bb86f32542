// Exclusive prefix sums of any length in three passes: the sum of each tile of 2048 elements, the
// prefix sums of those in one workgroup, then the tiles again with what came before each.
//! pass tile_sums 512 ; pass scan_sums 1 ; pass scan_tiles 512
//! bind 0:0 random u32 1048576 seed=5 min=0 max=255
//! bind 0:1 zeros u32 1048576
//! bind 0:2 zeros u32 512
//! expect 0:1 reference scan-exclusive 0:0
@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>; // one a tile

const SIZE = 256u;
const EACH = 8u; // elements an invocation
const TILE = SIZE * EACH;

var<workgroup> row: array<array<u32, SIZE>, 2>;

fn load(i: u32) -> u32 {
  if (i < arrayLength(&src)) {
    return src[i];
  }
  return 0u;
}

// What workgroup_scan returns: the invocation's own sum, and which row holds all of them.
struct Scanned {
  own: u32,
  row: u32,
}

// Inclusive prefix sums over the workgroup, by Hillis and Steele's doubling steps between two rows.
fn workgroup_scan(lane: u32, value: u32) -> Scanned {
  var at = 0u;
  row[0][lane] = value;
  workgroupBarrier();
  for (var step = 1u; step < SIZE; step *= 2u) {
    var sum = row[at][lane];
    if (lane >= step) {
      sum += row[at][lane - step];
    }
    row[1u - at][lane] = sum;
    at = 1u - at;
    workgroupBarrier();
  }
  return Scanned(row[at][lane], at);
}

@compute @workgroup_size(SIZE)
fn tile_sums(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  var sum = 0u;
  for (var i = 0u; i < EACH; i++) {
    sum += load(w.x * TILE + i * SIZE + lane);
  }
  let scanned = workgroup_scan(lane, sum);
  if (lane == SIZE - 1u) {
    sums[w.x] = scanned.own;
  }
}

@compute @workgroup_size(SIZE)
fn scan_sums(@builtin(local_invocation_index) lane: u32) {
  var before = 0u;
  for (var base = 0u; base < arrayLength(&sums); base += SIZE) {
    var value = 0u;
    if (base + lane < arrayLength(&sums)) {
      value = sums[base + lane];
    }
    let scanned = workgroup_scan(lane, value);
    if (base + lane < arrayLength(&sums)) {
      sums[base + lane] = before + scanned.own - value;
    }
    before += row[scanned.row][SIZE - 1u];
    workgroupBarrier();
  }
}

@compute @workgroup_size(SIZE)
fn scan_tiles(@builtin(local_invocation_index) lane: u32, @builtin(workgroup_id) w: vec3u) {
  let base = w.x * TILE + lane * EACH;
  var value: array<u32, EACH>;
  var sum = 0u;
  for (var i = 0u; i < EACH; i++) {
    value[i] = load(base + i);
    sum += value[i];
  }
  var before = sums[w.x] + workgroup_scan(lane, sum).own - sum;
  for (var i = 0u; i < EACH; i++) {
    if (base + i < arrayLength(&dst)) {
      dst[base + i] = before;
    }
    before += value[i];
  }
}
