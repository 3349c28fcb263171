/** Recommendations that leave subjects no more than they use, and what becomes of them. */
@NullMarked
package io.iamplane.leastprivilege;

import org.jspecify.annotations.NullMarked;
