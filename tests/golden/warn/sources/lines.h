#define PAD(n) static inline int pad_##n(int x) { return x + n; }
PAD(0)

PAD(1)

PAD(2)

PAD(3)

PAD(4)

PAD(5)

PAD(6)

PAD(7)

PAD(8)

PAD(9)

PAD(10)

PAD(11)

PAD(12)

PAD(13)

PAD(14)

PAD(15)

PAD(16)

PAD(17)

PAD(18)

PAD(19)

