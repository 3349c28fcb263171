/** Shows recorded decisions. */
@NullMarked
package io.iamplane.decision.journal;

import org.jspecify.annotations.NullMarked;
