/* The layouts of GSW-C's functions of arrays: how many numbers each pointer leads to. */
#include <weft/annotate.h>
#include "gswteos-10.h"

WEFT_GUVECTORIZE("(4),(),(),(),(),(),()->(4)")
void gsw_add_barrier(double *input_data, double lon, double lat, double long_grid, double lat_grid,
                     double dlong_grid, double dlat_grid, double *output_data);
WEFT_GUVECTORIZE("(4)->(4)")
void gsw_add_mean(double *data_in, double *data_out);
WEFT_GUVECTORIZE("(n_levels),(n_levels),(n_levels),()->(n_levels),()")
double *gsw_geo_strf_dyn_height(double *sa, double *ct, double *p, double p_ref, int n_levels,
                                double *dyn_height);
WEFT_GUVECTORIZE("(n_levels),(n_levels),(n_levels),(),(),()->(n_levels),()")
WEFT_STATUS("error >0: not computed")
int gsw_geo_strf_dyn_height_1(double *sa, double *ct, double *p, double p_ref, int n_levels,
                              double *dyn_height, double max_dp_i, int interp_method);
WEFT_GUVECTORIZE("(n_levels),(n_levels),(n_levels)->(n_levels),(n_levels),()")
double *gsw_geo_strf_dyn_height_pc(double *sa, double *ct, double *delta_p, int n_levels,
                                   double *geo_strf_dyn_height_pc, double *p_mid);
WEFT_GUVECTORIZE("(nz),(nz),(nz),()->(nz-1),(nz-1)")
void gsw_ipv_vs_fnsquared_ratio(double *sa, double *ct, double *p, double p_ref, int nz,
                                double *ipv_vs_fnsquared_ratio, double *p_mid);
WEFT_GUVECTORIZE("(np),(np),(np),(npi)->(npi),(npi)")
void gsw_linear_interp_sa_ct(double *sa, double *ct, double *p, int np, double *p_i, int npi,
                             double *sa_i, double *ct_i);
WEFT_GUVECTORIZE("(nz),(nz),(nz),(nz)->(nz-1),(nz-1)")
void gsw_nsquared(double *sa, double *ct, double *p, double *lat, int nz, double *n2, double *p_mid);
WEFT_GUVECTORIZE("(mp),(mp),(mp),(mp_i)->(mp_i),(mp_i)")
void gsw_rr68_interp_sa_ct(double *sa, double *ct, double *p, int mp, double *p_i, int mp_i,
                           double *sa_i, double *ct_i);
WEFT_GUVECTORIZE("(m),(m),(m),(m_i)->(m_i),(m_i),()")
WEFT_STATUS("error >0: not computed")
int gsw_sa_ct_interp(double *sa, double *ct, double *p, int m, double *p_i, int m_i, double *sa_i,
                     double *ct_i);
WEFT_GUVECTORIZE("(m),(m),(m),(m_i),()->(m_i),(m_i),()")
WEFT_STATUS("error >0: not computed")
int gsw_tracer_ct_interp(double *tracer, double *ct, double *p, int m, double *p_i, int m_i,
                         double factor, double *sa_i, double *ct_i);
WEFT_GUVECTORIZE("(nz),(nz),(nz)->(nz-1),(nz-1),(nz-1)")
void gsw_turner_rsubrho(double *sa, double *ct, double *p, int nz, double *tu, double *rsubrho,
                        double *p_mid);
WEFT_GUVECTORIZE("(n),()->()")
int gsw_util_indx(double *x, int n, double z);
WEFT_GUVECTORIZE("(nx),(nx),(nxi)->(nxi),()")
double *gsw_util_interp1q_int(int nx, double *x, int *iy, int nxi, double *x_i, double *y_i);
/* As many of the elements as the result says are indices. */
WEFT_GUVECTORIZE("(nx),(ny)->(nx),(nx),()")
int gsw_util_intersect(double *x, int nx, double *y, int ny, int *ix, int *iy);
WEFT_GUVECTORIZE("(nx),(ny,nx),(nxi)->(ny,nxi),()")
double *gsw_util_linear_interp(int nx, double *x, int ny, double *y, int nxi, double *x_i,
                               double *y_i);
WEFT_GUVECTORIZE("(nx)->(nx)")
void gsw_util_sort_real(double *rarray, int nx, int *iarray);
WEFT_GUVECTORIZE("(n),(n),()->()")
double gsw_util_xinterp1(double *x, double *y, int n, double x0);
WEFT_GUVECTORIZE("(n),(n),(ni)->(ni),()")
WEFT_STATUS("error >0: not computed")
int gsw_util_pchip_interp(double *x, double *y, int n, double *xi, double *yi, int ni);
WEFT_GUVECTORIZE("(nz),(),()->(ni_max),(nz),(),()")
int refine_grid_for_dh(double *p, double p_ref, int nz, double dp, double *p_i, int ni_max,
                       int *p_indices, int *p_ref_ind_ptr);
