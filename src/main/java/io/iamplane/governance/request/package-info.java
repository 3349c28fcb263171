/** Requests for roles, and their approval step by step. */
@NullMarked
package io.iamplane.governance.request;

import org.jspecify.annotations.NullMarked;
