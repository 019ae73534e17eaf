"""Whether the instance answers that it is ready."""

import http.client


def readiness(host: str, port: int) -> str | None:
    """Return None if `/readyz` answers 200, else what it said instead."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz", headers={"Host": f"{host}:{port}"})
        answer = connection.getresponse()
        body = answer.read(2000).decode(errors="replace").strip()
    except (OSError, http.client.HTTPException) as error:
        return f"no answer yet ({error})"
    finally:
        connection.close()
    return None if answer.status == 200 else f"HTTP {answer.status}: {body}"
