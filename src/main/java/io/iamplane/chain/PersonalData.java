package io.iamplane.chain;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Set;

/**
 * An image with members that are about a person, or are free text, which may name one. They enter
 * the audit log as salted digests, with value and salt apart, where they can be erased.
 */
public interface PersonalData {

  /** The members, under their names on the wire; none when they were erased. */
  @JsonIgnore
  Set<String> personalMembers();
}
