#pragma once
#include <sys/types.h>
#include <wslay/wslay.h>
