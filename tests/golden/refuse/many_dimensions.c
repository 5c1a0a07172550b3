/* flags: --targets=cpu,parallel */
#include <weft/annotate.h>

WEFT_GUVECTORIZE(
    "(a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,a10,a11,a12,a13,a14,a15,a16,a17,a18,a19,"
    "a20,a21,a22,a23,a24,a25,a26,a27,a28,a29,a30,a31),"
    "(b0,b1,b2,b3,b4,b5,b6,b7,b8,b9,b10,b11,b12,b13,b14,b15,b16,b17,b18,b19,"
    "b20,b21,b22,b23,b24,b25,b26,b27,b28,b29,b30,b31),"
    "(c0,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10,c11,c12,c13,c14,c15,c16,c17,c18,c19,"
    "c20,c21,c22,c23,c24,c25,c26,c27,c28,c29,c30,c31),"
    "(d0,d1,d2,d3,d4,d5,d6,d7,d8,d9,d10,d11,d12,d13,d14,d15,d16,d17,d18,d19,"
    "d20,d21,d22,d23,d24,d25,d26,d27,d28,d29,d30,d31),"
    "(e0,e1,e2,e3,e4,e5,e6,e7,e8,e9,e10,e11,e12,e13,e14,e15,e16,e17,e18,e19,"
    "e20,e21,e22,e23,e24,e25,e26,e27,e28,e29,e30,e31),"
    "(f0,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,f12,f13,f14,f15,f16,f17,f18,f19,"
    "f20,f21,f22,f23,f24,f25,f26,f27,f28,f29,f30,f31),"
    "(g0,g1,g2,g3,g4,g5,g6,g7,g8,g9,g10,g11,g12,g13,g14,g15,g16,g17,g18,g19,"
    "g20,g21,g22,g23,g24,g25,g26,g27,g28,g29,g30,g31),"
    "(h0,h1,h2,h3,h4,h5,h6,h7,h8,h9,h10,h11,h12,h13,h14,h15,h16,h17,h18,h19,"
    "h20,h21,h22,h23,h24,h25,h26,h27,h28,h29,h30,h31)->(z)")
void many(const double *a, const double *b, const double *c, const double *d, const double *e,
          const double *f, const double *g, const double *h, double *z)
{
    z[0] = a[0] + h[0];
}
