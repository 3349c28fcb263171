/* Features of the processor, read by the instruction CPUID (Intel SDM volume 2A, AMD64 APM volume 3, appendix E). */
#include "amd64cpufeatures.h"
#include <cpuid.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EAX, EBX, ECX, EDX };

/* State that the operating system must save for a feature: bits of the register XCR0. */
enum { NONE = 0, YMM = 0x06, ZMM = 0xe6 };

typedef struct {
  size_t field;
  uint32_t leaf;
  uint32_t subleaf;
  int place;
  int bit;
  uint32_t state;
} Feature;

#define AT(name, leaf, subleaf, place, bit, state) {offsetof(CPUFeatures, f##name), leaf, subleaf, place, bit, state}

static const Feature FEATURES[] = {
    AT(CX8, 1, 0, EDX, 8, NONE),
    AT(TSC, 1, 0, EDX, 4, NONE),
    AT(CMOV, 1, 0, EDX, 15, NONE),
    AT(FLUSH, 1, 0, EDX, 19, NONE),
    AT(MMX, 1, 0, EDX, 23, NONE),
    AT(FXSR, 1, 0, EDX, 24, NONE),
    AT(SSE, 1, 0, EDX, 25, NONE),
    AT(SSE2, 1, 0, EDX, 26, NONE),
    AT(HT, 1, 0, EDX, 28, NONE),
    AT(SSE3, 1, 0, ECX, 0, NONE),
    AT(CLMUL, 1, 0, ECX, 1, NONE),
    AT(SSSE3, 1, 0, ECX, 9, NONE),
    AT(FMA, 1, 0, ECX, 12, YMM),
    AT(SSE4_1, 1, 0, ECX, 19, NONE),
    AT(SSE4_2, 1, 0, ECX, 20, NONE),
    AT(POPCNT, 1, 0, ECX, 23, NONE),
    AT(AES, 1, 0, ECX, 25, NONE),
    AT(AVX, 1, 0, ECX, 28, YMM),
    AT(VZEROUPPER, 1, 0, ECX, 28, YMM),
    AT(F16C, 1, 0, ECX, 29, YMM),
    AT(HV, 1, 0, ECX, 31, NONE),
    AT(BMI1, 7, 0, EBX, 3, NONE),
    AT(AVX2, 7, 0, EBX, 5, YMM),
    AT(BMI2, 7, 0, EBX, 8, NONE),
    AT(ERMS, 7, 0, EBX, 9, NONE),
    AT(RTM, 7, 0, EBX, 11, NONE),
    AT(AVX512F, 7, 0, EBX, 16, ZMM),
    AT(AVX512DQ, 7, 0, EBX, 17, ZMM),
    AT(ADX, 7, 0, EBX, 19, NONE),
    AT(AVX512_IFMA, 7, 0, EBX, 21, ZMM),
    AT(FLUSHOPT, 7, 0, EBX, 23, NONE),
    AT(CLWB, 7, 0, EBX, 24, NONE),
    AT(AVX512PF, 7, 0, EBX, 26, ZMM),
    AT(AVX512ER, 7, 0, EBX, 27, ZMM),
    AT(AVX512CD, 7, 0, EBX, 28, ZMM),
    AT(SHA, 7, 0, EBX, 29, NONE),
    AT(AVX512BW, 7, 0, EBX, 30, ZMM),
    AT(AVX512VL, 7, 0, EBX, 31, ZMM),
    AT(AVX512_VBMI, 7, 0, ECX, 1, ZMM),
    AT(PKU, 7, 0, ECX, 3, NONE),
    AT(OSPKE, 7, 0, ECX, 4, NONE),
    AT(AVX512_VBMI2, 7, 0, ECX, 6, ZMM),
    AT(CET_SS, 7, 0, ECX, 7, NONE),
    AT(GFNI, 7, 0, ECX, 8, YMM),
    AT(AVX512_VAES, 7, 0, ECX, 9, ZMM),
    AT(AVX512_VPCLMULQDQ, 7, 0, ECX, 10, ZMM),
    AT(AVX512_VNNI, 7, 0, ECX, 11, ZMM),
    AT(AVX512_BITALG, 7, 0, ECX, 12, ZMM),
    AT(AVX512_VPOPCNTDQ, 7, 0, ECX, 14, ZMM),
    AT(RDPID, 7, 0, ECX, 22, NONE),
    AT(FSRM, 7, 0, EDX, 4, NONE),
    AT(SERIALIZE, 7, 0, EDX, 14, NONE),
    AT(CET_IBT, 7, 0, EDX, 20, NONE),
    AT(AVX512_FP16, 7, 0, EDX, 23, ZMM),
    AT(SHA512, 7, 1, EAX, 0, YMM),
    AT(AVX_IFMA, 7, 1, EAX, 23, YMM),
    AT(LZCNT, 0x80000001, 0, ECX, 5, NONE),
    AT(SSE4A, 0x80000001, 0, ECX, 6, NONE),
    AT(AMD_3DNOW_PREFETCH, 0x80000001, 0, ECX, 8, NONE),
    AT(RDTSCP, 0x80000001, 0, EDX, 27, NONE),
    AT(TSCINV, 0x80000007, 0, EDX, 8, NONE),
    AT(TSCINV_BIT, 0x80000007, 0, EDX, 8, NONE),
};

static uint32_t saved_state(void) {
  uint32_t registers[4] = {0};
  __get_cpuid(1, &registers[EAX], &registers[EBX], &registers[ECX], &registers[EDX]);
  uint32_t low = 0;
  if (registers[ECX] & bit_OSXSAVE) {
    uint32_t high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  }
  return low;
}

void determineCPUFeatures(CPUFeatures *features) {
  uint32_t saved = saved_state();
  for (size_t i = 0; i < sizeof FEATURES / sizeof FEATURES[0]; i++) {
    const Feature *each = &FEATURES[i];
    uint32_t registers[4] = {0};
    int has = __get_cpuid_count(each->leaf, each->subleaf, &registers[EAX], &registers[EBX], &registers[ECX],
                                &registers[EDX]) &&
              (registers[each->place] >> each->bit & 1) && (saved & each->state) == each->state;
    ((char *)features)[each->field] = (char)has;
  }
}

/* A wanted byte is all ones but for the lowest bit of a feature that the executable uses. 0: all are there. */
int checkCPUFeatures(const unsigned char *wanted) {
  CPUFeatures features;
  memset(&features, 0, sizeof features);
  determineCPUFeatures(&features);
  for (size_t i = 0; i < sizeof features; i++) {
    if ((((unsigned char *)&features)[i] | wanted[i]) != 0xff) {
      return 1;
    }
  }
  return 0;
}

int checkCPUFeaturesOrExit(const unsigned char *wanted, const char *message) {
  if (checkCPUFeatures(wanted)) {
    fputs(message, stderr);
    exit(1);
  }
  return 0;
}
