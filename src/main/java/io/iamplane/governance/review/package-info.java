/** Access reviews: campaigns in which reviewers say which grants are still needed. */
@NullMarked
package io.iamplane.governance.review;

import org.jspecify.annotations.NullMarked;
