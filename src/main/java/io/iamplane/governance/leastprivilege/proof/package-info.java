/** Proves that a change denies nothing that recorded decisions allowed. */
@NullMarked
package io.iamplane.governance.leastprivilege.proof;

import org.jspecify.annotations.NullMarked;
