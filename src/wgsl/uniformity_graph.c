#include "wgsl/uniformity.h"

void graph_reset(Graph *g) {
    g->nodes.len = g->notes.len = g->edges.len = 0;
    for (uint32_t i = 0; i < FIRST_NODE; i++)
        graph_plain(g);
}

NodeId graph_plain(Graph *g) {
    vec_push(g->arena, &g->nodes, 0);
    return g->nodes.len - 1;
}

NodeId graph_node(Graph *g, Node n) {
    vec_push(g->arena, &g->notes, n);
    vec_push(g->arena, &g->nodes, g->notes.len);
    return g->nodes.len - 1;
}

void graph_edge(Graph *g, NodeId from, NodeId to) {
    if (from != to)
        vec_push(g->arena, &g->edges, (Edge){from, to});
}

/* Turns the counts of nodes' edges, each one place behind its node, into where their ranges begin.
 */
static void add_up(uint32_t *first, uint32_t nodes) {
    for (uint32_t i = 0; i < nodes; i++)
        first[i + 1] += first[i];
}

/* Filling has moved every range's beginning to its end. */
static void move_back(uint32_t *first, uint32_t nodes) {
    memmove(first + 1, first, sizeof *first * nodes);
    first[0] = 0;
}

/* Groups the edges by both their ends. */
static void group(Graph *g) {
    uint32_t *first_out = g->first_out.at, *first_in = g->first_in.at, nodes = g->nodes.len;
    memset(first_out, 0, sizeof *first_out * (nodes + 1u));
    memset(first_in, 0, sizeof *first_in * (nodes + 1u));
    for (uint32_t i = 0; i < g->edges.len; i++) {
        first_out[g->edges.at[i].from + 1]++;
        first_in[g->edges.at[i].to + 1]++;
    }
    add_up(first_out, nodes);
    add_up(first_in, nodes);
    for (uint32_t i = 0; i < g->edges.len; i++) {
        Edge e = g->edges.at[i];
        g->out.at[first_out[e.from]++] = e.to;
        g->in.at[first_in[e.to]++] = e.from;
    }
    move_back(first_out, nodes);
    move_back(first_in, nodes);
}

/* Breadth first, so that the ways found are the shortest. */
static void find_failing(Graph *g) {
    for (uint32_t i = 0; i < g->nodes.len; i++)
        g->towards.at[i] = NO_NODE;
    g->queue.len = 0;
    vec_push(g->arena, &g->queue, NODE_NON_UNIFORM);
    g->towards.at[NODE_NON_UNIFORM] = NODE_NON_UNIFORM;
    for (uint32_t k = 0; k < g->queue.len; k++) {
        NodeId n = g->queue.at[k];
        for (uint32_t i = g->first_in.at[n]; i < g->first_in.at[n + 1]; i++) {
            NodeId from = g->in.at[i];
            if (g->towards.at[from] != NO_NODE)
                continue;
            g->towards.at[from] = n;
            vec_push(g->arena, &g->queue, from);
        }
    }
}

void graph_index(Graph *g) {
    vec_reserve(g->arena, &g->first_out, g->nodes.len + 1);
    vec_reserve(g->arena, &g->first_in, g->nodes.len + 1);
    vec_reserve(g->arena, &g->out, g->edges.len);
    vec_reserve(g->arena, &g->in, g->edges.len);
    vec_reserve(g->arena, &g->towards, g->nodes.len);
    vec_reserve(g->arena, &g->mark, g->nodes.len);
    group(g);
    find_failing(g);
    graph_clear_marks(g);
}

void graph_clear_marks(Graph *g) {
    memset(g->mark.at, 0, sizeof *g->mark.at * g->nodes.len);
}

void graph_reach(Graph *g, NodeId n, uint32_t mark) {
    if (g->mark.at[n])
        return;
    g->queue.len = 0;
    vec_push(g->arena, &g->queue, n);
    g->mark.at[n] = mark;
    while (g->queue.len) {
        NodeId at = vec_pop(&g->queue);
        for (uint32_t i = g->first_out.at[at]; i < g->first_out.at[at + 1]; i++) {
            NodeId to = g->out.at[i];
            if (g->mark.at[to])
                continue;
            g->mark.at[to] = mark;
            vec_push(g->arena, &g->queue, to);
        }
    }
}
