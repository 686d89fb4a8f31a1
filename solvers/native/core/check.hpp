// The whole test framework of the core: CHECK counts and prints failures.
#pragma once

#include <cstdio>

inline int check_failures = 0;

#define CHECK(condition)                                                           \
    do {                                                                           \
        if (!(condition)) {                                                        \
            std::printf("%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
            ++check_failures;                                                      \
        }                                                                          \
    } while (false)
