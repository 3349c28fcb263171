package io.iamplane.language.relation;

/**
 * A relation that bears on what a name of a model says.
 *
 * @param type of the relation's object
 * @param sign what the relation does to holders of the name
 */
public record RelationSource(String type, String relation, Sign sign) {

  /** What a relation does where it comes; where it goes, the opposite. */
  public enum Sign {
    GIVES,
    /** It is excluded. */
    TAKES;

    Sign opposite() {
      return this == GIVES ? TAKES : GIVES;
    }
  }

  /** Being a member of a group of the directory. */
  public static RelationSource ofMembers(Sign sign) {
    return new RelationSource(DirectoryTypes.GROUP, DirectoryTypes.MEMBER, sign);
  }
}
