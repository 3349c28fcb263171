/** The rules of the control plane about itself, which veto changes. */
@NullMarked
package io.iamplane.guard;

import org.jspecify.annotations.NullMarked;
