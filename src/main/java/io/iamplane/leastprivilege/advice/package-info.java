/** Recommendations with their evidence and their change. */
@NullMarked
package io.iamplane.leastprivilege.advice;

import org.jspecify.annotations.NullMarked;
