/** Recommendations with their evidence and their change. */
@NullMarked
package io.iamplane.governance.leastprivilege.advice;

import org.jspecify.annotations.NullMarked;
