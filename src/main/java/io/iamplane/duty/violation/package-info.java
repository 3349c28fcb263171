/** The present violations of duty rules. */
@NullMarked
package io.iamplane.duty.violation;

import org.jspecify.annotations.NullMarked;
