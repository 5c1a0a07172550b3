/* A switch of many cases that items go several ways in is for one item at a time. */
#include <weft/annotate.h>
WEFT_VECTORIZE("float64(float64, int32)")
double cases(double x, int n)
{
    double y = 0;
    switch (n) {
    case 0:
        y = x * 0;
        break;
    case 1:
        y = x * 1;
        break;
    case 2:
        y = x * 2;
        break;
    case 3:
        y = x * 3;
        break;
    case 4:
        y = x * 4;
        break;
    case 5:
        y = x * 5;
        break;
    case 6:
        y = x * 6;
        break;
    case 7:
        y = x * 7;
        break;
    case 8:
        y = x * 8;
        break;
    case 9:
        y = x * 9;
        break;
    case 10:
        y = x * 10;
        break;
    case 11:
        y = x * 11;
        break;
    case 12:
        y = x * 12;
        break;
    case 13:
        y = x * 13;
        break;
    case 14:
        y = x * 14;
        break;
    case 15:
        y = x * 15;
        break;
    case 16:
        y = x * 16;
        break;
    case 17:
        y = x * 17;
        break;
    case 18:
        y = x * 18;
        break;
    case 19:
        y = x * 19;
        break;
    case 20:
        y = x * 20;
        break;
    case 21:
        y = x * 21;
        break;
    case 22:
        y = x * 22;
        break;
    case 23:
        y = x * 23;
        break;
    case 24:
        y = x * 24;
        break;
    case 25:
        y = x * 25;
        break;
    case 26:
        y = x * 26;
        break;
    case 27:
        y = x * 27;
        break;
    case 28:
        y = x * 28;
        break;
    case 29:
        y = x * 29;
        break;
    case 30:
        y = x * 30;
        break;
    case 31:
        y = x * 31;
        break;
    case 32:
        y = x * 32;
        break;
    case 33:
        y = x * 33;
        break;
    case 34:
        y = x * 34;
        break;
    case 35:
        y = x * 35;
        break;
    case 36:
        y = x * 36;
        break;
    case 37:
        y = x * 37;
        break;
    case 38:
        y = x * 38;
        break;
    case 39:
        y = x * 39;
        break;
    case 40:
        y = x * 40;
        break;
    case 41:
        y = x * 41;
        break;
    case 42:
        y = x * 42;
        break;
    case 43:
        y = x * 43;
        break;
    case 44:
        y = x * 44;
        break;
    case 45:
        y = x * 45;
        break;
    case 46:
        y = x * 46;
        break;
    case 47:
        y = x * 47;
        break;
    case 48:
        y = x * 48;
        break;
    case 49:
        y = x * 49;
        break;
    case 50:
        y = x * 50;
        break;
    case 51:
        y = x * 51;
        break;
    case 52:
        y = x * 52;
        break;
    case 53:
        y = x * 53;
        break;
    case 54:
        y = x * 54;
        break;
    case 55:
        y = x * 55;
        break;
    case 56:
        y = x * 56;
        break;
    case 57:
        y = x * 57;
        break;
    case 58:
        y = x * 58;
        break;
    case 59:
        y = x * 59;
        break;
    case 60:
        y = x * 60;
        break;
    case 61:
        y = x * 61;
        break;
    case 62:
        y = x * 62;
        break;
    case 63:
        y = x * 63;
        break;
    case 64:
        y = x * 64;
        break;
    case 65:
        y = x * 65;
        break;
    case 66:
        y = x * 66;
        break;
    case 67:
        y = x * 67;
        break;
    case 68:
        y = x * 68;
        break;
    case 69:
        y = x * 69;
        break;
    case 70:
        y = x * 70;
        break;
    case 71:
        y = x * 71;
        break;
    case 72:
        y = x * 72;
        break;
    case 73:
        y = x * 73;
        break;
    case 74:
        y = x * 74;
        break;
    case 75:
        y = x * 75;
        break;
    case 76:
        y = x * 76;
        break;
    case 77:
        y = x * 77;
        break;
    case 78:
        y = x * 78;
        break;
    case 79:
        y = x * 79;
        break;
    case 80:
        y = x * 80;
        break;
    case 81:
        y = x * 81;
        break;
    case 82:
        y = x * 82;
        break;
    case 83:
        y = x * 83;
        break;
    case 84:
        y = x * 84;
        break;
    case 85:
        y = x * 85;
        break;
    case 86:
        y = x * 86;
        break;
    case 87:
        y = x * 87;
        break;
    case 88:
        y = x * 88;
        break;
    case 89:
        y = x * 89;
        break;
    case 90:
        y = x * 90;
        break;
    case 91:
        y = x * 91;
        break;
    case 92:
        y = x * 92;
        break;
    case 93:
        y = x * 93;
        break;
    case 94:
        y = x * 94;
        break;
    case 95:
        y = x * 95;
        break;
    case 96:
        y = x * 96;
        break;
    case 97:
        y = x * 97;
        break;
    case 98:
        y = x * 98;
        break;
    case 99:
        y = x * 99;
        break;
    case 100:
        y = x * 100;
        break;
    case 101:
        y = x * 101;
        break;
    case 102:
        y = x * 102;
        break;
    case 103:
        y = x * 103;
        break;
    case 104:
        y = x * 104;
        break;
    case 105:
        y = x * 105;
        break;
    case 106:
        y = x * 106;
        break;
    case 107:
        y = x * 107;
        break;
    case 108:
        y = x * 108;
        break;
    case 109:
        y = x * 109;
        break;
    case 110:
        y = x * 110;
        break;
    case 111:
        y = x * 111;
        break;
    case 112:
        y = x * 112;
        break;
    case 113:
        y = x * 113;
        break;
    case 114:
        y = x * 114;
        break;
    case 115:
        y = x * 115;
        break;
    case 116:
        y = x * 116;
        break;
    case 117:
        y = x * 117;
        break;
    case 118:
        y = x * 118;
        break;
    case 119:
        y = x * 119;
        break;
    case 120:
        y = x * 120;
        break;
    case 121:
        y = x * 121;
        break;
    case 122:
        y = x * 122;
        break;
    case 123:
        y = x * 123;
        break;
    case 124:
        y = x * 124;
        break;
    case 125:
        y = x * 125;
        break;
    case 126:
        y = x * 126;
        break;
    case 127:
        y = x * 127;
        break;
    case 128:
        y = x * 128;
        break;
    case 129:
        y = x * 129;
        break;
    case 130:
        y = x * 130;
        break;
    case 131:
        y = x * 131;
        break;
    case 132:
        y = x * 132;
        break;
    case 133:
        y = x * 133;
        break;
    case 134:
        y = x * 134;
        break;
    case 135:
        y = x * 135;
        break;
    case 136:
        y = x * 136;
        break;
    case 137:
        y = x * 137;
        break;
    case 138:
        y = x * 138;
        break;
    case 139:
        y = x * 139;
        break;
    default:
        y = -1;
    }
    return y;
}
