/** Proves that a change denies nothing that recorded decisions allowed. */
@NullMarked
package io.iamplane.leastprivilege.proof;

import org.jspecify.annotations.NullMarked;
