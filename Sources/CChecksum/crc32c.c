#include "crc32c.h"

#include <string.h>

#if defined(__x86_64__)
#include <nmmintrin.h>

bool crc32c_has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

// The instruction gives a result after three cycles and takes a new one in each (Intel SDM, CRC32), so three stretches are read
// side by side and joined: Gopal et al., "Fast CRC Computation for iSCSI Polynomial Using CRC32 Instruction" (Intel, 2011).
#define STRETCH 1024

// By byte of a register and its value: what becomes of it when STRETCH zero bytes follow. That is linear, so bytes add up by xor.
static uint32_t after_zeros[4][256];

__attribute__((target("sse4.2"))) static uint32_t zeros(uint32_t crc) {
    uint64_t wide = crc;
    for (int i = 0; i < STRETCH; i += 8) wide = _mm_crc32_u64(wide, 0);
    return (uint32_t)wide;
}

__attribute__((constructor)) static void prepare(void) {
    if (!__builtin_cpu_supports("sse4.2")) return;
    for (int place = 0; place < 4; place++) {
        uint32_t bits[8];
        for (int bit = 0; bit < 8; bit++) bits[bit] = zeros((uint32_t)1 << (8 * place + bit));
        for (int value = 0; value < 256; value++) {
            for (int bit = 0; bit < 8; bit++) {
                if (value >> bit & 1) after_zeros[place][value] ^= bits[bit];
            }
        }
    }
}

static uint32_t followed(uint64_t crc) {
    return after_zeros[0][crc & 255] ^ after_zeros[1][crc >> 8 & 255] ^ after_zeros[2][crc >> 16 & 255] ^
           after_zeros[3][crc >> 24 & 255];
}

__attribute__((target("sse4.2"))) uint32_t crc32c_by_instruction(uint32_t crc, const uint8_t *bytes, size_t count) {
    for (; count >= 3 * STRETCH; count -= 3 * STRETCH, bytes += 3 * STRETCH) {
        uint64_t first = crc, second = 0, third = 0;
        for (int i = 0; i < STRETCH; i += 8) {
            uint64_t words[3];
            memcpy(&words[0], bytes + i, 8);
            memcpy(&words[1], bytes + STRETCH + i, 8);
            memcpy(&words[2], bytes + 2 * STRETCH + i, 8);
            first = _mm_crc32_u64(first, words[0]);
            second = _mm_crc32_u64(second, words[1]);
            third = _mm_crc32_u64(third, words[2]);
        }
        crc = followed(followed(first) ^ second) ^ (uint32_t)third;
    }
    uint64_t wide = crc;
    for (; count >= 8; count -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        wide = _mm_crc32_u64(wide, word);
    }
    crc = (uint32_t)wide;
    for (; count > 0; count--, bytes++) crc = _mm_crc32_u8(crc, *bytes);
    return crc;
}

#elif defined(__aarch64__) && defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>

bool crc32c_has_instruction(void) { return true; }

uint32_t crc32c_by_instruction(uint32_t crc, const uint8_t *bytes, size_t count) {
    for (; count >= 8; count -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        crc = __crc32cd(crc, word);
    }
    for (; count > 0; count--, bytes++) crc = __crc32cb(crc, *bytes);
    return crc;
}

#else

bool crc32c_has_instruction(void) { return false; }

uint32_t crc32c_by_instruction(uint32_t crc, const uint8_t *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return crc;
}

#endif
