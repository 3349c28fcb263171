package io.iamplane.change;

import io.iamplane.shared.OrganizationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The text of a signal: tenants with the versions that their policies are at. */
final class ChangedVersions {

  private static final String NEXT = ",";
  private static final char AT = '@';
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

  private ChangedVersions() {}

  /** Texts of so many tenants each. */
  static String[] texts(Map<OrganizationId, Long> versions, int tenants) {
    List<String> all = new ArrayList<>(versions.size());
    versions.forEach((organization, version) -> all.add(organization + "" + AT + version));
    List<String> texts = new ArrayList<>();
    for (int from = 0; from < all.size(); from += tenants) {
      texts.add(String.join(NEXT, all.subList(from, Math.min(all.size(), from + tenants))));
    }
    return texts.toArray(String[]::new);
  }

  /** Reads the versions of a payload, without unreadable parts: any role may notify. */
  static Map<OrganizationId, Long> read(String text) {
    Map<OrganizationId, Long> versions = new HashMap<>();
    for (String each : text.split(NEXT, -1)) {
      int at = each.indexOf(AT);
      String version = each.substring(at + 1);
      if (at > 0 && NUMBER.matcher(version).matches()) {
        OrganizationId.parse(each.substring(0, at))
            .ifPresent(organization -> versions.put(organization, Long.valueOf(version)));
      }
    }
    return versions;
  }
}
