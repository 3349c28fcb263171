/** Counts the uses of grants from the decision log. */
@NullMarked
package io.iamplane.leastprivilege.use;

import org.jspecify.annotations.NullMarked;
