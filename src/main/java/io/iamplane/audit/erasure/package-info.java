/** Erasure of a person: the personal values of the audit log, and the copies elsewhere. */
@NullMarked
package io.iamplane.audit.erasure;

import org.jspecify.annotations.NullMarked;
