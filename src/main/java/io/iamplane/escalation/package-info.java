/** The rules of the control plane about itself, which veto changes. */
@NullMarked
package io.iamplane.escalation;

import org.jspecify.annotations.NullMarked;
