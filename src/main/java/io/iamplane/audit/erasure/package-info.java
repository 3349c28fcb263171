/** Erasure of a person: what the audit log keeps apart, and every copy that names the person. */
@NullMarked
package io.iamplane.audit.erasure;

import org.jspecify.annotations.NullMarked;
