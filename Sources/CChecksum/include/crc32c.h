#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether this processor has an instruction for CRC-32C (SSE 4.2; ARMv8 where this was compiled for it).
bool crc32c_has_instruction(void);

/// Goes on with a register (all ones at first, not yet complemented), by the processor's instruction.
///
/// Only where crc32c_has_instruction() is true.
uint32_t crc32c_by_instruction(uint32_t crc, const uint8_t *bytes, size_t count);
