/** What one request for decisions may cost, and whom it may delay. */
@NullMarked
package io.iamplane.decision.work;

import org.jspecify.annotations.NullMarked;
