/** Rules of separation of duties: which permissions no one may hold together. */
@NullMarked
package io.iamplane.grant.duty;

import org.jspecify.annotations.NullMarked;
