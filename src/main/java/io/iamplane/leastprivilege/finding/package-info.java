/** The rules by which something is recommended. */
@NullMarked
package io.iamplane.leastprivilege.finding;

import org.jspecify.annotations.NullMarked;
