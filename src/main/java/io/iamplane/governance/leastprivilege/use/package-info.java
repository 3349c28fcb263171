/** Counts the uses of grants from the decision log. */
@NullMarked
package io.iamplane.governance.leastprivilege.use;

import org.jspecify.annotations.NullMarked;
