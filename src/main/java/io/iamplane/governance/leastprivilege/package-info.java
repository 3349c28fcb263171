/** Recommendations to remove unused rights, and their lifecycle. */
@NullMarked
package io.iamplane.governance.leastprivilege;

import org.jspecify.annotations.NullMarked;
