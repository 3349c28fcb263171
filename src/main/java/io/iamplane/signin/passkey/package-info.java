/**
 * People sign in with passkeys (Web Authentication, Level 3): a link of an operator lets a person
 * enrol one, and the sign-in page asks for one.
 */
@NullMarked
package io.iamplane.signin.passkey;

import org.jspecify.annotations.NullMarked;
