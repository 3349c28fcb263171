/** What a decision is asked, and what it answers. */
@NullMarked
package io.iamplane.decision.engine.question;

import org.jspecify.annotations.NullMarked;
