/** Who breaks a duty rule now. */
@NullMarked
package io.iamplane.duty.violation;

import org.jspecify.annotations.NullMarked;
