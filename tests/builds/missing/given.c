double nowhere(double x);
double given(double x) { return nowhere(x) * 2; }
