// 1 where an element passes the test, else 0.
fn value(v: $M) -> EA {
    return select(EA(0u), EA(1u), v $test $M($operand));
}
