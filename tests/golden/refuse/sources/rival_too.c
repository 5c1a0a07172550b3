const int size = 4;
int inner(int x) { return x * 2; }
int unused(int x) { return x * 2; }
