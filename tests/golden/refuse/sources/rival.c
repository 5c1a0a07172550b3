const int size = 3;
int inner(int x) { return x; }
int unused(int x) { return x; }
