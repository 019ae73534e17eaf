import { useMutation } from "@tanstack/react-query";

import { enter } from "./account";
import type { Credentials } from "./account";

export function useLogIn() {
  return useMutation({
    mutationFn: (credentials: Credentials) => enter("/auth/login", credentials),
  });
}
