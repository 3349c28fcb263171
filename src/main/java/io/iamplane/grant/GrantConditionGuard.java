package io.iamplane.grant;

import io.iamplane.catalog.application.Application;
import io.iamplane.change.Effect;
import io.iamplane.change.PolicyGuard;
import io.iamplane.change.Recording;
import io.iamplane.directory.ConditionText;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Refuses a manifest with declared attributes that would make the condition of a present grant
 * invalid: saved conditions must always compile.
 */
@Singleton
public class GrantConditionGuard implements PolicyGuard {

  private final GrantQuery grants;

  GrantConditionGuard(GrantQuery grants) {
    this.grants = grants;
  }

  @Override
  public void check(Recording recording) {
    check(recording.organization(), recording.effects());
  }

  /** Checks the conditions of present grants against some changes; CONFLICT naming a condition. */
  public void check(OrganizationId organization, List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect.before() instanceof Application before
          && effect.after() instanceof Application after
          && !before.attributes().equals(after.attributes())) {
        AttributeSchema schema = after.schema();
        grants.forEachConditionOf(
            organization,
            after.key(),
            grant -> ConditionText.requireStill("grant " + grant.id(), grant.condition(), schema));
      }
    }
  }
}
