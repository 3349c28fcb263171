/**
 * Signed notes, log checkpoints and inclusion proofs as public tools read them: C2SP {@code
 * signed-note}, {@code tlog-checkpoint} and {@code tlog-proof@v1}, to the byte. Pure: keys and
 * proofs are given.
 */
@NullMarked
package io.iamplane.chain.note;

import org.jspecify.annotations.NullMarked;
