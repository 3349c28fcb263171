/** Which grants allowed what to whom, learned from the decision log. */
@NullMarked
package io.iamplane.leastprivilege.use;

import org.jspecify.annotations.NullMarked;
