/** What is recommended, on which evidence, and by which change. */
@NullMarked
package io.iamplane.leastprivilege.advice;

import org.jspecify.annotations.NullMarked;
