#include "CMoonshine.h"
