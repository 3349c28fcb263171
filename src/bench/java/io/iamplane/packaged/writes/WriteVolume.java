package io.iamplane.packaged.writes;

/**
 * The policy of each tenant before anything is measured. Each number of a grant is another pair of
 * user and role, until all pairs are used up.
 */
public final class WriteVolume {

  public static final int TENANTS = 16;
  public static final int ROLES = 100;

  /** The first tenant is measured alone, too. */
  private static final int USERS_OF_FIRST = 1_000;

  private static final int USERS = 200;

  private WriteVolume() {}

  public static int users(int tenant) {
    return tenant == 0 ? USERS_OF_FIRST : USERS;
  }

  public static String user(int tenant, int number) {
    return "u" + number % users(tenant);
  }

  public static String role(int tenant, int number) {
    return "r" + number / users(tenant) % ROLES;
  }
}
