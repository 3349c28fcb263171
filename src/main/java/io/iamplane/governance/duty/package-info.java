/** The present violations of duty rules. */
@NullMarked
package io.iamplane.governance.duty;

import org.jspecify.annotations.NullMarked;
