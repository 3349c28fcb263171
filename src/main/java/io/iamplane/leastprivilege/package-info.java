/** Recommendations to remove unused rights, and their lifecycle. */
@NullMarked
package io.iamplane.leastprivilege;

import org.jspecify.annotations.NullMarked;
