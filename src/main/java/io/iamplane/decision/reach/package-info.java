/**
 * How far the privileged rights of a subject reach: which, on what, under which conditions and for
 * how long. Pure: reads one immutable snapshot.
 */
@NullMarked
package io.iamplane.decision.reach;

import org.jspecify.annotations.NullMarked;
