package io.iamplane.language.relation;

/**
 * A relation that bears on a name of a model.
 *
 * @param type of the relation's object
 * @param sign the effect of the relation on holders of the name
 */
public record RelationSource(String type, String relation, Sign sign) {

  /** The effect of adding a relation; removing it has the opposite one. */
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
