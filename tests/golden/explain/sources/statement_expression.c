double writes(double v[3])
{
    return ({
        double first = v[0];
        first += v[1] *= 2;
        first;
    });
}
