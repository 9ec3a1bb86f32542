fn value(v: E) -> EA {
    return EA(v);
}
