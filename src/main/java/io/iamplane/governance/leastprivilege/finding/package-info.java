/** The rules by which something is recommended. */
@NullMarked
package io.iamplane.governance.leastprivilege.finding;

import org.jspecify.annotations.NullMarked;
